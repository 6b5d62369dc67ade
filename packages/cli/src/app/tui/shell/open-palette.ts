import type { App } from '../../../kit/terminal/app/app.ts'

/** Opens the line for commands. What searches objects is loaded with its first use. */
export async function openPalette(app: App): Promise<void> {
  app.palette.set('')
  app.state.setState({ prompt: 'palette' })
  const { openObjectSearch } = await import('../late.ts')
  if (app.state.getState().prompt === 'palette') app.state.setState({ search: openObjectSearch(app) })
}
