import type { Evidence, FindingId } from '@portico/core/contract'

/** What is wrong with a provider's document, as the flight recorder will say it. */
export class DiscoveryProblem extends Error {
  override name = 'DiscoveryProblem'
  readonly finding: FindingId
  readonly evidence: Evidence

  constructor(finding: FindingId, evidence: Evidence) {
    super(`${finding} ${JSON.stringify(evidence)}`)
    this.finding = finding
    this.evidence = evidence
  }
}
