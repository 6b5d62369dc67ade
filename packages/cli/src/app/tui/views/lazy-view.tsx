import { Text } from 'ink'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'

/**
 * Placeholder while the code of a view is loaded, which happens once. `load` returns the factory of the view, which is
 * not called if the person has left meanwhile.
 */
export function lazyView(
  app: App,
  options: { readonly load: () => Promise<() => View>; readonly crumbs?: readonly string[] | undefined },
): View {
  const { load } = options
  const loading = app.words.say('banner.loading')
  const { crumbs = [loading] } = options
  let loaded: Promise<void> | undefined
  const ready = () => (loaded ??= load().then(show))

  function show(make: () => View): void {
    if (app.state.getState().view === view) app.state.setState({ view: make() })
  }

  const view: View = {
    Body: () => <Text dimColor>{loading}</Text>,
    crumbs: () => crumbs,
    command: () => 'portico tui',
    webPath: () => '/portal',
    ready,
    open: async () => {
      await ready()
      const { view: present } = app.state.getState()
      if (present !== view) await present.open()
    },
    close: () => undefined,
    watched: [],
    spoken: () => [loading],
    layer: { name: 'loading', isModal: false, bindings: () => [] },
  }
  return view
}
