import type { Checker, Type, Symbol as TypeSymbol } from "typescript/unstable/sync";

/** A type that was read from a property of `owner`. */
export type TypeAt = { type: Type; property?: TypeSymbol; owner?: Type };

/** Returns the types at the end of a path of properties, several for a union; `*` reads an element. */
export function walkType(
  checker: Checker,
  start: Type,
  path: readonly string[],
  last: Omit<TypeAt, "type"> = {},
): TypeAt[] {
  const type = checker.getNonNullableType(start) ?? start;
  const [key, ...rest] = path;
  if (key === undefined) return [{ type, ...last }];
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((each) => walkType(checker, each, path, last));
  const settled = settledType(checker, type);
  if (settled) return walkType(checker, settled, path, last);
  if (key === "*") {
    const elements = type.isTypeReference() && checker.isArrayLikeType(type) ? checker.getTypeArguments(type) : [];
    return elements.flatMap((each) => walkType(checker, each, rest, last));
  }
  const next = checker.getPropertyOfType(type, key);
  const nextType = next && checker.getTypeOfSymbol(next);
  return nextType ? walkType(checker, nextType, rest, { property: next, owner: type }) : [];
}

/** Returns the type that a promise, or a query of Drizzle, resolves to; undefined for others. */
function settledType(checker: Checker, type: Type): Type | undefined {
  if (type.isTypeReference() && type.getSymbol()?.name === "Promise") return checker.getTypeArguments(type)[0];
  if (!checker.getPropertyOfType(type, "then")) return;
  const inner = checker.getPropertyOfType(type, "_");
  const innerType = inner && checker.getTypeOfSymbol(inner);
  const result = innerType && checker.getPropertyOfType(innerType, "result");
  return result && checker.getTypeOfSymbol(result);
}

/** Returns the string literals of a type, or of a union. */
export function textsOf(type: Type): string[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap(textsOf);
  return type.isStringLiteralType() ? [String(type.value)] : [];
}
