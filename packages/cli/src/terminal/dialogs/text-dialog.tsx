import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import type { Binding } from '../focus/binding.ts'
import { DialogLines } from './dialog-lines.tsx'

/** Lines to read, and perhaps something to agree to with Enter. */
export function textDialog(
  app: App,
  options: { title: string; lines: () => readonly string[]; confirm?: Binding | undefined; more?: readonly Binding[] },
): Dialog {
  const { title, lines, confirm, more = [] } = options
  return {
    title,
    Body: ({ width, height }) => <DialogLines lines={lines()} width={width} height={height} />,
    spoken: lines,
    layer: {
      name: title,
      isModal: true,
      bindings: () => [
        ...(confirm === undefined ? [] : [confirm]),
        ...more,
        {
          id: 'text.close',
          keys: confirm === undefined ? ['esc', 'enter', 'q'] : ['esc'],
          label: confirm === undefined ? 'Close' : 'Cancel',
          run: () => app.closeDialog(),
        },
      ],
    },
  }
}
