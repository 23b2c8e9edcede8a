import productCategories from "./product-categories/product-categories.server.ts";
import products from "./products/products.server.ts";
import vendors from "./vendors/vendors.server.ts";

/** What the warehouse serves. */
export const warehouse = [productCategories, products, vendors];
