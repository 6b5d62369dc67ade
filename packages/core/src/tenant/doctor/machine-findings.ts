import type { Words } from '../../kit/words/words.ts'
import type { DoctorFacts } from './contract.ts'
import { finding, type DoctorFinding } from './finding.ts'
import { byUrgency, findingsOf } from './findings.ts'

/** How far this machine's clock may be off: half of what the server tolerates in an assertion. */
export const clockOffMaxMs = 30_000

export type DoctorAnswer = {
  readonly facts: DoctorFacts
  /** Version of the program that asks. */
  readonly version: string
  /** This machine's clock when the question was sent and when the answer came, in milliseconds since the epoch. */
  readonly sentMs: number
  readonly receivedMs: number
}

/** What `portico doctor` finds: the findings about the tenant, and what compares this machine with the server. */
export function doctorFindings(answer: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const found = [...findingsOf(answer.facts, say), ...clock(answer, say), ...versions(answer, say)]
  return found.toSorted((a, b) => byUrgency(a, b))
}

/** The server's clock is compared with the middle of the call; half of its duration may hide a difference. */
function clock({ facts, sentMs, receivedMs }: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const offMs = (sentMs + receivedMs) / 2 - Date.parse(facts.now)
  const surelyMs = Math.abs(offMs) - (receivedMs - sentMs) / 2
  if (surelyMs <= clockOffMaxMs) return []
  const seconds = Math.round(Math.abs(offMs) / 1000)
  const message = say(offMs > 0 ? 'doctor.clockAhead' : 'doctor.clockBehind', { seconds })
  const severity = surelyMs > 2 * clockOffMaxMs ? 'urgent' : 'soon'
  return [finding('clock', severity, { message, command: 'timedatectl set-ntp true' })]
}

function versions({ facts, version }: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const order = facts.version === null ? 0 : compareVersions(version, facts.version)
  if (order === 0) return []
  const values = { program: version, server: facts.version }
  const message = say(order < 0 ? 'doctor.serverNewer' : 'doctor.serverOlder', values)
  return [finding('version', 'later', { message, command: 'portico version' })]
}

/** -1, 0 or 1 by the numbers of `1.2.3`; what follows them is not compared. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => /^\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number) ?? [])
  for (let at = 0; at < Math.max(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
