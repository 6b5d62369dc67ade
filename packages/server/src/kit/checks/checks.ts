import { findings, type Evidence, type FindingId, type SignInCheckId } from '@portico/core/contract'

import { SignInFault } from './sign-in-fault.ts'

export type CheckLine = {
  readonly check: SignInCheckId
  readonly outcome: 'passed' | 'warning' | 'failed'
  readonly finding?: FindingId
  readonly evidence: Evidence
}

/**
 * Where the engine reports its checks. `refuse` ends the sign-in: it throws the SignInFault whose code the person
 * sees, while the finding and its evidence stay with the administrator.
 */
export type Checks = {
  passed(check: SignInCheckId, evidence?: Evidence): void
  /** Reports a problem that does not end the sign-in. */
  warned(finding: FindingId, evidence?: Evidence): void
  refuse(finding: FindingId, evidence?: Evidence): never
}

const evidenceLengthMax = 300

/** Checks that keep their lines, in order. */
export type KeptChecks = Checks & {
  readonly lines: readonly CheckLine[]
  /** Appends the lines of a separate attempt to read the message. */
  adopt(lines: readonly CheckLine[]): void
}

/** Collects the lines of one attempt. `noted` is called after each addition. */
export function createChecks(noted: () => void = () => {}): KeptChecks {
  const lines: CheckLine[] = []
  const note = (outcome: CheckLine['outcome'], check: SignInCheckId, evidence: Evidence, finding?: FindingId) => {
    lines.push({ check, outcome, evidence: shortened(evidence), ...(finding === undefined ? {} : { finding }) })
    noted()
  }
  return {
    lines,
    adopt(others) {
      lines.push(...others)
      noted()
    },
    passed: (check, evidence = {}) => note('passed', check, evidence),
    warned: (finding, evidence = {}) => note('warning', findings[finding].check, evidence, finding),
    refuse(finding, evidence = {}) {
      note('failed', findings[finding].check, evidence, finding)
      throw new SignInFault(findings[finding].code, `${finding} ${JSON.stringify(shortened(evidence))}`, finding)
    },
  }
}

/**
 * Truncates text from outside and replaces control characters with spaces, because it is shown in terminals. Also
 * removes unpaired surrogates, which PostgreSQL rejects in JSON.
 */
export function shortened(evidence: Evidence): Evidence {
  return Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [name, typeof value === 'string' ? shortText(value) : value]),
  )
}

function shortText(text: string): string {
  const cut = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, evidenceLengthMax)
  return cut.replace(/\p{Cs}/gu, '\ufffd')
}
