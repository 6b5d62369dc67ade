import type { ExpectedProblem, ProblemDetail, SystemProblem } from '../http/problem.ts'
import type { Words } from '../words/words.ts'

export type BannerWords = {
  readonly title: string
  readonly message: string
  /** Present if a details dialog can be opened (spec section 2: details exist and the code is not 500). */
  readonly hint: string | undefined
  /** The code and message of a server that cannot be reached, to show under details. */
  readonly detail?: string
}

/** The error banner's sentences (spec section 8, "Error banner"). */
export function bannerWords(problem: ExpectedProblem | SystemProblem, words: Words): BannerWords {
  if (problem.kind === 'system' && problem.network) return { ...unreachableWords(problem, words), hint: undefined }
  if (problem.kind === 'system')
    return { title: words.say('banner.http', { code: problem.code }), message: problem.errorMessage, hint: undefined }
  const hint = problem.details.length > 0 ? words.say('banner.details') : undefined
  if (problem.errorID === undefined) {
    return { title: words.say('banner.http', { code: problem.code }), message: problem.errorMessage, hint }
  }
  return { title: problem.errorMessage, message: '', hint }
}

/** Title and message where there is one line for both. */
export function inOneLine(title: string, message: string): string {
  if (message === '') return title
  return `${title}${/[.!?:…]$/.test(title) ? '' : '.'} ${message}`
}

/** For a call without an answer: first what the person can do, then code 500 and its message (decision 0046). */
export function unreachableWords(
  { offline, isLoad, code, errorMessage }: SystemProblem,
  { say }: Pick<Words, 'say'>,
): { title: string; message: string; detail: string } {
  return {
    title: say(offline ? 'unreachable.offline' : 'unreachable.title'),
    message: say(isLoad ? 'unreachable.load' : 'unreachable.kept'),
    detail: `${say('banner.http', { code })}: ${errorMessage}`,
  }
}

/**
 * "Label: message" if the field has a translated name, otherwise its raw id (spec section 5). An item of a list,
 * `suffixes.1`, has the name of its list.
 */
export function detailText(detail: ProblemDetail, words: Words): string {
  if (!detail.fieldID) return detail.errorMessage
  const list = detail.fieldID.replace(/\.\d+$/, '')
  const label = words.find(`field.${list}`) ?? words.find(list) ?? detail.fieldID
  return `${label}: ${detail.errorMessage}`
}
