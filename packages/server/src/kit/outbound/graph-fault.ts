import type { Evidence, FindingId } from '@portico/core/contract'

/** Microsoft Graph did not answer what was asked: the finding for the flight recorder, with what an administrator needs. */
export class GraphFault extends Error {
  override name = 'GraphFault'
  readonly finding: Extract<FindingId, 'graph-no-permission' | 'graph-failed'>
  readonly evidence: Evidence
  /** Graph's own code, e.g. `Directory_ResultSizeLimitExceeded`. */
  readonly code: string | undefined

  constructor(finding: GraphFault['finding'], evidence: Evidence, code?: string) {
    super(`${finding} ${JSON.stringify(evidence)}`)
    this.finding = finding
    this.evidence = evidence
    this.code = code
  }
}
