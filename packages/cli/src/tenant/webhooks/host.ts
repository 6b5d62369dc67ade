/** What a webhook is named by in questions, commands and the audit log. */
export function hostOf(url: string): string {
  return new URL(url).host
}
