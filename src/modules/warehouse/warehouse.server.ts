import issues from "./issues/issues.server.ts";
import productCategories from "./product-categories/product-categories.server.ts";
import products from "./products/products.server.ts";
import receipts from "./receipts/receipts.server.ts";
import vendors from "./vendors/vendors.server.ts";

/** What the warehouse serves. */
export const warehouse = [issues, productCategories, products, receipts, vendors];
