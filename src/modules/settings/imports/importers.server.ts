import type { Importer } from "#server/importer.ts";
import { productCategoryImporter } from "../../warehouse/product-categories/product-categories.import.server.ts";
import { productImporter } from "../../warehouse/products/products.import.server.ts";
import { vendorImporter } from "../../warehouse/vendors/vendors.import.server.ts";

/** What can be imported, by entity. */
const importers: readonly Importer[] = [productCategoryImporter, productImporter, vendorImporter];

export function importerOf(entity: string): Importer | undefined {
  return importers.find((one) => one.entity === entity);
}
