/** Answers of the API that the server writes into a page. */
export type FirstAnswers = {
  /** Value of `Date` (RFC 9110 section 6.6.1). */
  readonly date: string
  /** By path below the API's prefix. */
  readonly answers: Readonly<Record<string, unknown>>
  /** What the launcher's first heading says. */
  readonly greeting: string | undefined
}

/** Which pages are made for one person, and what each begins with (first-answers.ts). `page` is its HTML file. */
export type PersonalPages = {
  isPersonal(page: string, request: Request): boolean
  firstAnswers(page: string, request: Request): Promise<FirstAnswers | undefined>
}

/** A data block (HTML standard, "data block"): not a script, so that the content security policy has no say. */
export function dataBlock({ date, answers }: FirstAnswers): string {
  const json = JSON.stringify({ date, answers }).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="first-answers">${json}</script>`
}
