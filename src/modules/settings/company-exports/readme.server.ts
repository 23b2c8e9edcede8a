/** What somebody reads who opens an export without knowing Waybill. */
export function readme({ company, tables }: { company: string; tables: readonly string[] }): string {
  return `All data of ${company} in Waybill.

tables/     Every table twice: as .jsonl (one JSON object in each line, nothing lost) and as .csv
            (UTF-8, comma, for spreadsheets; a cell that would be taken for a formula begins with an apostrophe).
files/      The files beside the records, in folders by kind of record and by the id of the file;
            tables/files.csv says which record each belongs to.
manifest.json  When and by whom this was asked for, the version of Waybill, how many rows each table has,
            and the SHA-256 of each file, so that you can check that nothing is missing.

Records refer to each other by their ids: storage_locations.location_id is the id of a row in locations.
Instants are in UTC (2026-11-22T08:30:00.000Z), amounts are decimal numbers beside their currency.
Not in here: passwords and other secrets, mails about access, who is signed in, and what only exists for some moments.
The people of the company are in the table users; what happened, and who did it, is in the table events.

The tables: ${tables.join(", ")}.
`;
}
