/** One tile of 256 by 256 pixels, encoded by x265, with red, blue, green and white quarters, row by row. */
const TILE = {
  settings:
    "AQNwAAAAAAAAAAAAPPAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwA8oAgIBAWW6kkprm4EBAwIAAADAAgAAAMACEAiAAEAB0QBwXKwYkA=",
  picture:
    "AAAAsigBr1IaimGA+Q6SX//3Dr//YlJD5uFDGxkj8D+iH//Xb1X8CWz/r4kyXX/y4pZ6zSCl2HgvJByVASGktbdQ0o+DEOw6AXvMDMZijOKlFRxzrvYFJH//5ysIUkCkMn+uF9xwX+miT/zlt4AzQnp/1/9gVQx42079kLUtAHdAhwKzpAQSLnDed6I6/pO//RNbe3MchSbCpi8rFI8r76FRV6uiYuy/rWv8lGh5Fc4v8VvAn4A=",
};
const SIDE = 256;

type Options = {
  /** Tiles of the grid, as an iPhone stores a picture; by default there is one tile without a grid. */
  columns?: number;
  rows?: number;
  /** Counter-clockwise quarter turns that a reader has to apply. */
  turns?: number;
  /** Size that the file states, if not the true one. */
  claims?: { width: number; height: number };
  brand?: string;
};

/** Builds a HEIC file around one encoded tile. */
export function makeHeic({ columns = 1, rows = 1, turns = 0, claims, brand = "heic" }: Options = {}): Buffer {
  const { width, height } = claims ?? { width: columns * SIDE, height: rows * SIDE };
  const isGrid = columns * rows > 1;
  const tiles = Array.from({ length: columns * rows }, (_, at) => at + 1);
  const primary = isGrid ? tiles.length + 1 : 1;
  const picture = Buffer.from(TILE.picture, "base64");
  const grid = isGrid ? Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)]) : Buffer.alloc(0);
  const size = (wide: number, high: number) => full("ispe", u32(wide, high));
  const properties = box(
    "ipco",
    box("hvcC", Buffer.from(TILE.settings, "base64")),
    isGrid ? size(SIDE, SIDE) : size(width, height),
    full("pixi", u8(3, 8, 8, 8)),
    size(width, height),
    box("irot", u8(turns)),
  );
  const turned = turns ? [0x85] : [];
  const has = (id: number, ...numbers: number[]) => Buffer.concat([u16(id), u8(numbers.length, ...numbers)]);
  const owners = isGrid
    ? [...tiles.map((id) => has(id, 0x81, 2, 3)), has(primary, 4, 3, ...turned)]
    : [has(1, 0x81, 2, 3, ...turned)];
  const entry = (id: number, type: string) => full("infe", u16(id, 0), Buffer.from(`${type}\0`), 2);
  const entries = [...tiles.map((id) => entry(id, "hvc1")), ...(isGrid ? [entry(primary, "grid")] : [])];
  const meta = (at: number) =>
    full(
      "meta",
      full("hdlr", u32(0), Buffer.from("pict"), Buffer.alloc(13)),
      full("pitm", u16(primary)),
      full(
        "iloc",
        u8(0x44, 0),
        u16(entries.length),
        ...tiles.map((id) => Buffer.concat([u16(id, 0, 0, 1), u32(at, picture.length)])),
        ...(isGrid ? [Buffer.concat([u16(primary, 1, 0, 1), u32(0, grid.length)])] : []),
        1,
      ),
      full("iinf", u16(entries.length), ...entries),
      ...(isGrid ? [full("iref", box("dimg", u16(primary, tiles.length, ...tiles))), box("idat", grid)] : []),
      box("iprp", properties, full("ipma", u32(owners.length), ...owners)),
    );
  const type = box("ftyp", Buffer.from(brand), u32(0), Buffer.from(`mif1${brand}`));
  const at = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(at), box("mdat", picture)]);
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
function u32(...values: number[]) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
/** Returns a box with a version, which is the argument that is a number, by default 0. */
const full = (type: string, ...content: (Buffer | number)[]): Buffer => {
  const version = content.find((each) => typeof each === "number") ?? 0;
  return box(type, u8(version, 0, 0, 0), ...content.filter((each) => typeof each !== "number"));
};
