import { administerIt } from './administer-it.ts'
import { buildOnIt } from './build-on-it.ts'
import { identityProviders } from './identity-providers.ts'
import type { GuideGroup } from './plan.ts'
import { runIt } from './run-it.ts'

/** Every page with commands. */
export const guideGroups: readonly GuideGroup[] = [buildOnIt, administerIt, identityProviders, runIt]
