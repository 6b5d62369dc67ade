import { mappingEndpoints, type BodyOf, type MappingTarget, type setAppRoleGroups } from '@portico/core'

import { planned, type Planned } from '../../kit/output/dry-run.ts'

/** The request that a save of a mapping would send. */
export function plannedMapping(target: MappingTarget, body: BodyOf<typeof setAppRoleGroups>): Planned {
  const { envId, appId = '', roleId = '' } = target
  return planned(mappingEndpoints(target.kind).set, { envId, appId, roleId }, body)
}
