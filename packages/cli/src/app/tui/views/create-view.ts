import { overviewNoun } from '@portico/core'

import { applicationList } from '../../../applications/applications/screens/application-list.ts'
import { environmentList } from '../../../tenant/environments/screens/environment-list.ts'
import { serviceAccountFormView } from '../../../machines/service-accounts/screens/service-account-form-view.ts'
import { serviceAccountList } from '../../../machines/service-accounts/screens/service-account-list.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { lazyView } from './lazy-view.tsx'

/** The screen of a place. */
export function createView(app: App, place: Place): View {
  switch (place.view) {
    case 'environments':
      return environmentList(app)
    case 'applications':
      return applicationList(app, place.environmentId)
    case 'service-accounts':
      return serviceAccountList(app, place.environmentId)
    case 'service-account-create':
      return serviceAccountFormView(app, place.environmentId, undefined)
    case 'service-account-edit':
      return serviceAccountFormView(app, place.environmentId, place.id)
    default:
      // Rarely used screens are not loaded with the first frame.
      return lazyView(app, {
        crumbs: place.view === 'overview' ? [app.words.text(overviewNoun.label)] : undefined,
        load: async () => {
          const { tenantView } = await import('../late.ts')
          return () => tenantView(app, place)
        },
      })
  }
}
