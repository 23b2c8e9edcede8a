/**
 * The name under which the address of a list says which saved view is open: `saved=<id>`. `none` is none of them, where
 * one would open by itself.
 */
export const viewParam = "saved";
