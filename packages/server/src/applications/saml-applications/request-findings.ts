import type { FindingId } from '@portico/core/contract'

import type { CheckLine } from '../../kit/checks/checks.ts'
import { refusedLine } from '../../sign-in/records/application-refusals.ts'

/**
 * The checks of an application's request for its administrator. The engine's findings are about identity providers: their remedies would
 * lead to the settings of the wrong side.
 */
export function requestLines(lines: readonly CheckLine[]): CheckLine[] {
  const application = lines.find(({ check, outcome }) => check === 'application' && outcome === 'passed')
  return lines.map((line) => {
    const finding = line.finding && ofApplications[line.finding]
    return finding === undefined ? line : refusedLine(finding, { ...application?.evidence, ...line.evidence })
  })
}

const ofApplications: Readonly<Partial<Record<FindingId, FindingId>>> = {
  'saml-signature-algorithm': 'application-signature-algorithm',
  'saml-signature-missing': 'application-signature-missing',
  'saml-signature-wrong': 'application-signature',
  'saml-certificate-other': 'application-signature',
  'saml-certificate-none': 'application-signature',
  'saml-certificate-expired': 'application-certificate-expired',
  'saml-destination': 'application-destination',
}
