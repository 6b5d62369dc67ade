import type { NameTransform, Pattern, PatternMatch, Violation, WordId } from '@portico/core/contract'
import { RE2JS } from 're2js'

/** Instructions of a compiled pattern. Matching costs at most this many steps for each character. */
const patternSizeMax = 250

/**
 * A pattern in RE2 syntax, matched in time linear in the text (re2js: without lookaround and backreferences). Throws for
 * an invalid one.
 */
export function readPattern(pattern: string): Pattern {
  const compiled = RE2JS.compile(pattern)
  const groupCount = compiled.groupCount()
  return function* matches(text): Generator<PatternMatch> {
    const matcher = compiled.matcher(text)
    while (matcher.find()) {
      const groups = Array.from({ length: groupCount + 1 }, (_, number) => matcher.group(number))
      yield { start: matcher.start(), end: matcher.end(), groups }
    }
  }
}

/** The most steps that transforming one character of a name takes. */
export function workPerCharacter(transforms: readonly NameTransform[]): number {
  return transforms.reduce((sum, one) => sum + ('pattern' in one ? RE2JS.compile(one.pattern).programSize() : 1), 0)
}

/** Which patterns of a list this server cannot use, by their field. */
export function patternFaults(transforms: readonly NameTransform[], fieldID: string): Violation[] {
  return transforms.flatMap((one, index) => {
    const errorID = 'pattern' in one ? faultOf(one.pattern) : undefined
    return errorID === undefined ? [] : [{ errorID, fieldID: `${fieldID}.${index}.pattern` }]
  })
}

function faultOf(pattern: string): WordId | undefined {
  try {
    return RE2JS.compile(pattern).programSize() > patternSizeMax ? 'TRANSFORM_PATTERN_LARGE' : undefined
  } catch {
    return 'TRANSFORM_PATTERN'
  }
}
