/** Spec section 2 and 9: optional part, the app portal title and the company name, separated by " | ". */
export const titleSeparator = ' | '

export function pageTitle(options: { part?: string | undefined; portal: string; company: string }): string {
  return [options.part, options.portal, options.company]
    .filter((part) => part !== undefined && part !== '')
    .join(titleSeparator)
}
