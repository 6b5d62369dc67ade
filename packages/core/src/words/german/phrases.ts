/** The German of labels that stand in code, by their English text. */
export const phrases = {
  'text.Name': 'Name',
} as const
