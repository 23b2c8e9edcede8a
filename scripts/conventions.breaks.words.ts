import { append, law, replace, screen, test, type Break } from "./conventions.break.ts";

const german = "src/shared/language/de.po";
const server = "src/modules/warehouse/vendors/broken.server.ts";
const contract = "src/modules/warehouse/vendors/broken.contract.ts";
const problems = "#shared/contract/problem.ts";
const language = (name: string) => test("conventions/language", name);

/** Words that people read: all of them stand in the catalogue, and nothing else does. */
export const words: readonly Break[] = [
  law(
    "a sentence of a screen has its German",
    append(
      screen,
      'import { Trans } from "@lingui/react/macro";\nexport const Broken = () => <Trans>Nobody translated this</Trans>;',
    ),
    language("stands for each word"),
    /Nobody translated this/,
  ),
  law(
    "a sentence of the server has its German",
    append(
      server,
      `import { conflict } from "${problems}";\nexport const broken = () => conflict("broken", "Nobody translated this.");`,
    ),
    language("stands for each word"),
    /Nobody translated this\./,
  ),
  law(
    "a name has its German",
    replace("src/modules/settings/module.ts", 'title: "Company types"', 'title: "Kinds of companies"'),
    language("stands for each word"),
    /name: Kinds of companies/,
  ),
  law(
    "the catalogue has nothing that nobody says",
    append(german, 'msgid "Nobody says this."\nmsgstr "Niemand sagt das."'),
    language("nobody says"),
    /Nobody says this\./,
  ),
  law(
    "the browser gets the German that it needs",
    replace(
      german,
      '#: src/shared/contract/sentences.ts\nmsgid "Choose one of: {choices}."',
      '#: src/server/http/errors.ts\nmsgid "Choose one of: {choices}."',
    ),
    language("goes to the browser"),
    /Choose one of: \{choices\}\./,
  ),
  law(
    "a translation keeps the places for values",
    replace(german, 'msgstr "Wählen Sie eines von: {choices}."', 'msgstr "Wählen Sie eines."'),
    language("same places for values"),
    /Choose one of: \{choices\}\./,
  ),
  law(
    "a sentence that both sides say needs no plural",
    append(
      contract,
      `import { message } from "${problems}";\nexport const broken = message("{count, plural, one {# day} other {# days}} left.");`,
    ),
    language("needs no plural"),
    /# days/,
  ),
  law(
    "a sentence for people is marked as one",
    append(server, 'export const broken = "A sentence that stays English.";'),
    language("is said with message()"),
    /vendors\/broken\.server\.ts.*A sentence that stays English/,
  ),
  law(
    "a mail says nothing in English alone",
    append(
      "src/modules/settings/users/users.jobs.ts",
      'export const broken = [import("#server/mail/mail-layout.ts"), { subject: "Something that nobody translated" }];',
    ),
    language("each word of a mail"),
    /Something that nobody translated/,
  ),
];
