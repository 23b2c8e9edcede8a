import { z } from "zod";

/** The type inside what allows for nothing or changes what is given; one that says its format is its own inside. */
export function innerType(type: z.ZodType): z.ZodType {
  if (type.meta()?.["format"] !== undefined) return type;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return innerType(type.unwrap() as z.ZodType); // Zod's own types are what they wrap, here and below
  return type instanceof z.ZodPipe ? innerType(type.in as z.ZodType) : type;
}

/** The choices of a field that takes one or some of them; none where it takes anything else. */
export function optionsOf(type: z.ZodType): readonly string[] {
  const plain = innerType(type);
  if (plain instanceof z.ZodEnum) return plain.options.map(String);
  return plain instanceof z.ZodArray ? optionsOf(plain.element as z.ZodType) : [];
}
