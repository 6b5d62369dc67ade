/** The values of `-o`. */
export const formats = ['table', 'wide', 'tsv', 'csv', 'json', 'jsonl', 'yaml', 'name'] as const

export type Format = (typeof formats)[number]
