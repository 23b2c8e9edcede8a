import { crudHandlers } from "#server/records/crud.ts";
import { serve } from "#server/http/serve.ts";
import { companyTypes, companyTypeRecord } from "./company-types.contract.ts";

export default serve(companyTypes, crudHandlers(companyTypes, { record: companyTypeRecord, defaultSort: "name" }));
