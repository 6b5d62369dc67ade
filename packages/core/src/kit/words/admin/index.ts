import { applicationIcons } from './application-icons.ts'
import { environments } from './environments.ts'
import { forms } from './forms.ts'
import { groupMappings } from './group-mappings.ts'
import { launcherSettings } from './launcher-settings.ts'
import { lists } from './lists.ts'
import { serviceAccountErrors } from './service-account-errors.ts'
import { serviceAccounts } from './service-accounts.ts'

/** Sentences of every page of administration: environments, service accounts, and what all forms and lists say. The launcher does not load them. */
export const adminEn = {
  ...applicationIcons,
  ...environments,
  ...forms,
  ...lists,
  ...serviceAccounts,
  ...serviceAccountErrors,
  ...launcherSettings,
  ...groupMappings,
} as const
