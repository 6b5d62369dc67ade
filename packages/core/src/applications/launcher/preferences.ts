import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../../kit/lazy-parts.ts'
import { inOwnOrder, moved } from './arrangement.ts'
import {
  getLauncherPreferences,
  putLauncherPreferences,
  recentMax,
  recordLaunch,
  type LauncherApplication,
  type LauncherPreferences,
} from './contract.ts'

export type PreferencesState = {
  /** undefined until they were read. */
  readonly preferences: LauncherPreferences | undefined
}

/**
 * How the person arranged the launcher. A change shows at once and is saved in the background, one call at a time; the
 * last arrangement wins. One that cannot be saved is reported and undone.
 */
export type LauncherPreferencesStore = StoreApi<PreferencesState> & {
  fetch(): Promise<void>
  setLayout(layout: LauncherPreferences['layout']): Promise<void>
  toggleFavourite(id: string): Promise<void>
  /** Takes over an arrangement that was read elsewhere, unless a change is being saved. */
  take(preferences: LauncherPreferences): void
  /** `to` counts from 0 among the favourites of `applications`, which are all those that the person sees. */
  moveFavourite(applications: readonly LauncherApplication[], id: string, to: number): Promise<void>
  /** `to` counts from 0 among `applications`. */
  moveApplication(applications: readonly LauncherApplication[], id: string, to: number): Promise<void>
  /** Puts an application first among the recent ones. A failure is not reported, because nothing important is lost. */
  recordLaunch(id: string): Promise<void>
}

export function createLauncherPreferences({ client, feedback }: LazyParts): LauncherPreferencesStore {
  const store = createStore<PreferencesState>(() => ({ preferences: undefined }))
  /** As the server has it. */
  let saved: LauncherPreferences | undefined
  let saving: Promise<void> | undefined

  async function save(): Promise<void> {
    for (;;) {
      const { preferences } = store.getState()
      if (preferences === undefined || preferences === saved) return
      const { layout, favourites, order } = preferences
      const outcome = await client.call(putLauncherPreferences, { body: { layout, favourites, order } })
      if (!outcome.ok) {
        store.setState({ preferences: saved })
        return feedback.report(outcome.problem)
      }
      saved = preferences
    }
  }

  function change(make: (before: LauncherPreferences) => Partial<LauncherPreferences>): Promise<void> {
    const { preferences } = store.getState()
    if (preferences === undefined) return Promise.resolve()
    store.setState({ preferences: { ...preferences, ...make(preferences) } })
    saving ??= save().finally(() => (saving = undefined))
    return saving
  }

  return {
    ...store,
    async fetch() {
      const outcome = await client.call(getLauncherPreferences)
      if (!outcome.ok) return feedback.report(outcome.problem)
      saved = outcome.value
      store.setState({ preferences: saved })
    },
    take(preferences) {
      if (saving !== undefined) return
      saved = preferences
      store.setState({ preferences })
    },
    setLayout: (layout) => change(() => ({ layout })),
    toggleFavourite: (id) =>
      change(({ favourites }) => ({
        favourites: favourites.includes(id) ? favourites.filter((one) => one !== id) : [...favourites, id],
      })),
    moveFavourite: (applications, id, to) =>
      change(({ favourites }) => {
        const isShown = (favourite: string) => applications.some((one) => one.id === favourite)
        const elsewhere = favourites.filter((one) => !isShown(one))
        return { favourites: [...moved(favourites.filter(isShown), id, to), ...elsewhere] }
      }),
    moveApplication: (applications, id, to) =>
      change(({ order }) => {
        const shown = inOwnOrder(applications, order).map((one) => one.id)
        // Applications of another environment keep their order after those shown here.
        const elsewhere = order.filter((one) => !shown.includes(one))
        return { order: [...moved(shown, id, to), ...elsewhere] }
      }),
    async recordLaunch(id) {
      const { preferences } = store.getState()
      const recent = [id, ...(preferences?.recent ?? []).filter((one) => one !== id)].slice(0, recentMax)
      if (preferences !== undefined) {
        const isSaved = preferences === saved
        const after = { ...preferences, recent }
        store.setState({ preferences: after })
        if (isSaved) saved = after
      }
      await client.call(recordLaunch, { params: { appId: id } })
    },
  }
}
