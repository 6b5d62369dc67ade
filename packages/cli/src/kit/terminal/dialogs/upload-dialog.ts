import { basename } from 'node:path'

import { fileBytesMax, type UploadForm } from '@portico/core'

import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { typedDialog } from './typed-dialog.tsx'

type Options = { readonly title: string; readonly help: string; readonly upload: UploadForm }

/** Takes the key or certificate of a file of this machine into the form; core's upload decides. */
export function uploadDialog(app: App, { title, help, upload }: Options): Dialog {
  return typedDialog(app, {
    title,
    lines: [help],
    label: app.words.say('field.file'),
    action: app.words.say('upload.confirm'),
    async run(path) {
      try {
        upload.choose(path === '' ? undefined : await fileAt(app, path))
      } catch (reason) {
        return app.say(reason instanceof Error ? reason.message : String(reason))
      }
      if (await upload.take()) return app.closeDialog()
      const { problem } = upload.getState()
      if (problem !== undefined) app.say(problem)
    },
  })
}

async function fileAt(app: App, path: string): Promise<File> {
  const bytes = await app.readFile(path, fileBytesMax)
  return new File([new Uint8Array(bytes)], basename(path))
}
