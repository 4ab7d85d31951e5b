/** Draws the Obudu plateau and a river as inline SVG, so that no image is downloaded. */
export function RiverIllustration() {
  return (
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#073b30" />
          <stop offset="0.5" stopColor="#0f6e57" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="#ffe9b0" stopOpacity="0.75" />
          <stop offset="1" stopColor="#ffe9b0" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff3cf" />
          <stop offset="0.25" stopColor="#a9ecd3" />
          <stop offset="1" stopColor="#2fa583" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="url(#sky)" />
      <circle cx="556" cy="420" r="250" fill="url(#glow)" />
      <circle cx="556" cy="420" r="40" fill="#fff0c8" />
      <path
        d="M0 470c60-44 110-62 172-34 54 24 84-30 146-34 74-5 118 56 184 42 62-14 98-66 160-56 58 10 92 52 138 46v466H0Z"
        fill="#1b8a6f"
      />
      <path
        d="M0 540c84-40 150-34 214-8 74 30 120-36 196-34 80 2 114 60 190 50 74-10 124-58 200-44v396H0Z"
        fill="#137259"
      />
      <path d="M0 610c90-48 176-40 262-10 92 32 148-14 232-10 104 4 170 50 306 0v310H0Z" fill="#0d5b47" />
      <path
        d="M452 592c-52 22-62 44 0 66 84 30 62 58-14 84-98 34-150 78-128 158h236c-44-74-12-116 54-146 72-32 60-66-22-90-68-20-96-44-126-72Z"
        fill="url(#water)"
      />
      <path d="M0 690c130-34 250-6 276 62 18 50-40 84-34 148H0Z" fill="#084434" />
      <path d="M800 668c-84 6-150 32-188 78-42 52-76 84-54 154h242Z" fill="#063a2c" />
    </svg>
  );
}
