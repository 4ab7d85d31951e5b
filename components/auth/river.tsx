/** The plateau of Obudu, its ridges and the river below; drawn, so that nothing has to be downloaded. */
export function River() {
  return (
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 -z-10 size-full"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0a5443" />
          <stop offset="0.55" stopColor="#0d6b54" />
          <stop offset="1" stopColor="#04281f" />
        </linearGradient>
        <radialGradient id="sun">
          <stop offset="0" stopColor="#ffe6a8" stopOpacity="0.95" />
          <stop offset="0.28" stopColor="#f9d27a" stopOpacity="0.35" />
          <stop offset="1" stopColor="#f9d27a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#d9fff1" />
          <stop offset="0.5" stopColor="#5fd3b0" />
          <stop offset="1" stopColor="#11785e" />
        </linearGradient>
        <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.45" stopColor="#021a14" stopOpacity="0" />
          <stop offset="1" stopColor="#021a14" stopOpacity="0.9" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="url(#sky)" />
      <circle cx="560" cy="270" r="230" fill="url(#sun)" />
      <circle cx="560" cy="270" r="46" fill="#ffeec4" />
      <path
        d="M0 372c70-58 120-70 182-36 46 25 76-38 140-46 70-9 104 62 168 44 58-16 96-70 158-58 60 11 96 60 152 50v574H0Z"
        fill="#17836a"
      />
      <path
        d="M0 438c84-44 152-30 214-4 74 31 122-40 196-38 80 2 112 66 190 54 74-11 122-66 200-48v498H0Z"
        fill="#0f6a54"
      />
      <path d="M0 520c90-56 176-40 262-8 92 34 150-20 232-16 104 5 168 62 306 4v400H0Z" fill="#0a5443" />
      <path
        d="M420 516c-60 26-74 50-10 78 76 33 60 66-26 98-110 41-150 96-96 208h212c-66-90-34-150 48-190 82-40 74-86-10-112-70-22-86-46-50-82Z"
        fill="url(#water)"
      />
      <path d="M0 640c110-46 214-20 296 34-76 40-104 106-94 226H0Z" fill="#06402f" />
      <path d="M800 610c-84 6-156 38-196 92-46 62-92 98-62 198h258Z" fill="#053527" />
      <rect width="800" height="900" fill="url(#shade)" />
    </svg>
  );
}
