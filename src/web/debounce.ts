/** How long an input that asks the server while one types waits for the next letter (specification, section 9). */
export const debounceMs = 500;

/** The same for a chooser, whose options one waits for with the hands on the keys. */
export const chooserMs = 200;
