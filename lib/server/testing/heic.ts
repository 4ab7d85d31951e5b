/** One tile of 256 by 256 pixels, encoded by x265, with red, blue, green and white quarters. */
const TILE_DATA = {
  settings:
    "AQNwAAAAAAAAAAAAPPAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwA8oAgIBAWW6kkprm4EBAwIAAADAAgAAAMACEAiAAEAB0QBwXKwYkA=",
  picture:
    "AAAAsigBr1IaimGA+Q6SX//3Dr//YlJD5uFDGxkj8D+iH//Xb1X8CWz/r4kyXX/y4pZ6zSCl2HgvJByVASGktbdQ0o+DEOw6AXvMDMZijOKlFRxzrvYFJH//5ysIUkCkMn+uF9xwX+miT/zlt4AzQnp/1/9gVQx42079kLUtAHdAhwKzpAQSLnDed6I6/pO//RNbe3MchSbCpi8rFI8r76FRV6uiYuy/rWv8lGh5Fc4v8VvAn4A=",
};
const TILE_SIZE = 256;

type HeicOptions = {
  /** Number of columns and rows of tiles. An iPhone stores a picture as a grid of tiles; the default is one tile without a grid. */
  columns?: number;
  rows?: number;
  /** Counter-clockwise quarter turns that a reader must apply. */
  turns?: number;
  /** Picture size that the file declares, if it differs from the true size. */
  claims?: { width: number; height: number };
  brand?: string;
};

/** Builds a HEIC file around one encoded tile. */
export function makeHeic({ columns = 1, rows = 1, turns = 0, claims, brand = "heic" }: HeicOptions = {}): Buffer {
  const { width, height } = claims ?? { width: columns * TILE_SIZE, height: rows * TILE_SIZE };
  const isGrid = columns * rows > 1;
  const tiles = Array.from({ length: columns * rows }, (_, at) => at + 1);
  const primaryItemId = isGrid ? tiles.length + 1 : 1;
  const tileBytes = Buffer.from(TILE_DATA.picture, "base64");
  const gridData = isGrid ? Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)]) : Buffer.alloc(0);
  const size = (widthPx: number, heightPx: number) => makeFullBox("ispe", u32(widthPx, heightPx));
  const properties = makeBox(
    "ipco",
    makeBox("hvcC", Buffer.from(TILE_DATA.settings, "base64")),
    isGrid ? size(TILE_SIZE, TILE_SIZE) : size(width, height),
    makeFullBox("pixi", u8(3, 8, 8, 8)),
    size(width, height),
    makeBox("irot", u8(turns)),
  );
  const rotationProperty = turns ? [0x85] : [];
  const itemProperties = (id: number, ...numbers: number[]) => Buffer.concat([u16(id), u8(numbers.length, ...numbers)]);
  const gridReferences = isGrid
    ? [...tiles.map((id) => itemProperties(id, 0x81, 2, 3)), itemProperties(primaryItemId, 4, 3, ...rotationProperty)]
    : [itemProperties(1, 0x81, 2, 3, ...rotationProperty)];
  const entry = (id: number, type: string) => makeFullBox("infe", u16(id, 0), Buffer.from(`${type}\0`), 2);
  const entries = [...tiles.map((id) => entry(id, "hvc1")), ...(isGrid ? [entry(primaryItemId, "grid")] : [])];
  const meta = (at: number) =>
    makeFullBox(
      "meta",
      makeFullBox("hdlr", u32(0), Buffer.from("pict"), Buffer.alloc(13)),
      makeFullBox("pitm", u16(primaryItemId)),
      makeFullBox(
        "iloc",
        u8(0x44, 0),
        u16(entries.length),
        ...tiles.map((id) => Buffer.concat([u16(id, 0, 0, 1), u32(at, tileBytes.length)])),
        ...(isGrid ? [Buffer.concat([u16(primaryItemId, 1, 0, 1), u32(0, gridData.length)])] : []),
        1,
      ),
      makeFullBox("iinf", u16(entries.length), ...entries),
      ...(isGrid
        ? [makeFullBox("iref", makeBox("dimg", u16(primaryItemId, tiles.length, ...tiles))), makeBox("idat", gridData)]
        : []),
      makeBox("iprp", properties, makeFullBox("ipma", u32(gridReferences.length), ...gridReferences)),
    );
  const type = makeBox("ftyp", Buffer.from(brand), u32(0), Buffer.from(`mif1${brand}`));
  const at = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(at), makeBox("mdat", tileBytes)]);
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
function u32(...values: number[]) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

const makeBox = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
/** Returns a box with a version. If an argument is a number, it is the version (default 0). */
const makeFullBox = (type: string, ...content: (Buffer | number)[]): Buffer => {
  const version = content.find((each) => typeof each === "number") ?? 0;
  return makeBox(type, u8(version, 0, 0, 0), ...content.filter((each) => typeof each !== "number"));
};
