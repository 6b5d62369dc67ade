import type { PaletteEntry } from '@portico/core'

import type { App, PaletteSearch } from '../../../kit/terminal/app/app.ts'
import type { Layer } from '../../../kit/terminal/focus/layer.ts'
import { completed, runPalette, suggestions } from './palette.ts'

/** Enter runs the command, or opens the object that is chosen or that the text can only mean. */
export function paletteLayer(app: App): Layer {
  const search = () => app.state.getState().search
  const isAsking = () => search()?.palette.getState().asking !== undefined
  const active = () => search()?.palette.getState().active
  const opensObject = () => meansObject(app, search())
  return {
    name: 'palette',
    isModal: true,
    field: () => app.palette,
    bindings: () => [
      { id: 'palette.run', keys: ['enter'], label: opensObject() ? 'Open' : 'Run', run: () => enter(app) },
      {
        id: 'palette.complete',
        keys: ['tab'],
        label: 'Complete',
        hint: !isAsking() && completed(app, app.palette.getState().value) !== app.palette.getState().value,
        run: () => app.palette.set(completed(app, app.palette.getState().value)),
      },
      {
        id: 'palette.next',
        keys: ['down'],
        label: 'To what is found',
        hint: active() !== undefined,
        run: () => move(app, 1),
      },
      { id: 'palette.previous', keys: ['up'], label: 'Up', hint: false, run: () => move(app, -1) },
      { id: 'palette.close', keys: ['esc'], label: isAsking() ? 'Back' : 'Cancel', run: () => leave(app) },
    ],
  }
}

/** Whether Enter opens an object: one is asked for or chosen, or no command begins with the text. */
function meansObject(app: App, search: PaletteSearch | undefined): search is PaletteSearch {
  if (search === undefined) return false
  const typed = app.palette.getState().value
  const isUnknown = typed.trim() !== '' && suggestions(app, typed).length === 0
  return search.isChoosing || isUnknown || search.palette.getState().asking !== undefined
}

async function enter(app: App): Promise<void> {
  const { search } = app.state.getState()
  const typed = app.palette.getState().value
  if (!meansObject(app, search)) {
    close(app)
    return runPalette(app, typed)
  }
  const { answered } = await import('../late.ts')
  // Typed faster than the server answers.
  await answered(search)
  const { active, asking } = search.palette.getState()
  if (active !== undefined) return choose(app, search, active)
  if (asking !== undefined) return app.say(app.words.say('palette.none', { text: typed }))
  close(app)
  return runPalette(app, typed)
}

async function choose(app: App, search: PaletteSearch, entry: PaletteEntry): Promise<void> {
  const target = search.palette.choose(entry)
  if (target === undefined) {
    // The next step begins with an empty line.
    if (entry.target.kind === 'ask') app.palette.set('')
    return
  }
  close(app)
  const { openTarget } = await import('../late.ts')
  openTarget(app, entry, target)
}

/** Down goes from the text to what is found, once the server has answered; Up from its first entry goes back. */
async function move(app: App, by: 1 | -1): Promise<void> {
  const { search } = app.state.getState()
  if (search === undefined) return
  const { palette, isChoosing } = search
  if (palette.getState().active === undefined) await (await import('../late.ts')).answered(search)
  const { asking, active, sections } = palette.getState()
  if (active === undefined) return app.say('Nothing is found to choose from.')
  const isIn = isChoosing || asking !== undefined
  const isFirst = active.id === sections[0]?.entries[0]?.id
  const isLeft = by === -1 && asking === undefined && (!isIn || isFirst)
  if (isIn && !isLeft) palette.move(by)
  app.state.setState({ search: { ...search, isChoosing: !isLeft } })
}

function leave(app: App): void {
  if (app.state.getState().search?.palette.back() === true) app.palette.set('')
  else close(app)
}

function close(app: App): void {
  app.state.getState().search?.close()
  app.state.setState({ prompt: undefined, search: undefined })
}
