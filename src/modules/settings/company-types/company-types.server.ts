import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { companyTypes } from "./company-types.contract.ts";

export default serve(
  companyTypes,
  crudHandlers(companyTypes, { table: "company_types", entity: "company-type", defaultSort: "name" }),
);
