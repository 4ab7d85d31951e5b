import type { Checker, Type, Symbol as TypeSymbol } from "typescript/unstable/sync";

/** A type, the property from which the type was read, and the object type (`owner`) that has the property. */
export type TypeWithOrigin = { type: Type; property?: TypeSymbol; owner?: Type };

/** Follows property names, and `*` for an array's elements, from a type. @returns the types found, several for a union */
export function typesAtPropertyPath(
  checker: Checker,
  start: Type,
  path: readonly string[],
  lastStep: Omit<TypeWithOrigin, "type"> = {},
): TypeWithOrigin[] {
  const type = checker.getNonNullableType(start) ?? start;
  const [key, ...restPath] = path;
  if (key === undefined) return [{ type, ...lastStep }];
  if (type.isUnionType())
    return (type.getTypes() ?? []).flatMap((each) => typesAtPropertyPath(checker, each, path, lastStep));
  const resolvedType = resolveType(checker, type);
  if (resolvedType) return typesAtPropertyPath(checker, resolvedType, path, lastStep);
  if (key === "*") {
    const elements = type.isTypeReference() && checker.isArrayLikeType(type) ? checker.getTypeArguments(type) : [];
    return elements.flatMap((each) => typesAtPropertyPath(checker, each, restPath, lastStep));
  }
  const next = checker.getPropertyOfType(type, key);
  const nextType = next && checker.getTypeOfSymbol(next);
  return nextType ? typesAtPropertyPath(checker, nextType, restPath, { property: next, owner: type }) : [];
}

/** Returns the type that a promise, or a query of Drizzle, resolves to. Returns undefined for all other types. */
function resolveType(checker: Checker, type: Type): Type | undefined {
  if (type.isTypeReference() && type.getSymbol()?.name === "Promise") return checker.getTypeArguments(type)[0];
  if (!checker.getPropertyOfType(type, "then")) return;
  const innerProperty = checker.getPropertyOfType(type, "_");
  const innerType = innerProperty && checker.getTypeOfSymbol(innerProperty);
  const result = innerType && checker.getPropertyOfType(innerType, "result");
  return result && checker.getTypeOfSymbol(result);
}

/** Returns the string literals of a type, or of a union. */
export function stringLiteralsOf(type: Type): string[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap(stringLiteralsOf);
  return type.isStringLiteralType() ? [String(type.value)] : [];
}
