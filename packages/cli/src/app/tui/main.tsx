import { resolve as resolvePath } from 'node:path'

import { createWords, englishMessages, type Core, type Words } from '@portico/core'

import { openUrl } from '../../kit/io/open-url.ts'
import { createApp, type App, type SignInAgain } from '../../kit/terminal/app/app.ts'
import { isAscii } from '../../kit/io/ascii-locale.ts'
import { createTerminalSession } from '../../kit/terminal/app/terminal-session.ts'
import { asksBackground, backgroundIn, knownBackground } from '../../kit/terminal/app/theme.ts'
import { keyText } from '../../kit/terminal/focus/binding.ts'
import { dispatch } from '../../kit/terminal/focus/dispatch.ts'
import { createGate } from '../../kit/terminal/keys/gate.ts'
import { InkInput } from '../../kit/terminal/keys/ink-input.ts'
import { inHome, readFileChunks, readFileStart } from '../../kit/terminal/tty/read-file.ts'
import { writeNewFile } from '../../kit/terminal/tty/write-file.ts'
import type { OwnSettings } from '../../kit/settings/own-settings.ts'
import { Screen } from '../../kit/terminal/tty/screen.ts'
import { restoreAtEnd, signalExitCodes } from '../../kit/terminal/tty/signals.ts'
import { isForScreenReader } from '../../kit/terminal/tty/screen-reader.ts'
import { createSuspension } from '../../kit/terminal/tty/suspension.ts'
import { withoutTypedKeys } from '../../kit/terminal/tty/typed-keys.ts'
import { createBackgroundQuestion } from '../../kit/terminal/tty/background.ts'
import { backgroundQuestion, clearSequence, clipboardSequence } from '../../kit/terminal/tty/terminal-modes.ts'
import { createTerminalModes } from '../../kit/terminal/tty/terminal.ts'
import { openKeyFolder } from '../../machines/service-accounts/key-folder.ts'
import { closeBannersInTime } from './close-banners.ts'
import { refreshInTime } from './live-refresh.ts'
import { mount, type Mounted } from './mount.tsx'
import { createLayers } from './shell/layers.ts'
import { mouseSteps } from './shell/mouse.ts'
import { firstPlace, startApp, type FirstEnvironment } from './start-app.ts'
import { createView } from './views/create-view.ts'
import { tickInTime } from './tick-in-time.ts'

export type TerminalOptions = {
  readonly core: Core
  readonly words?: Words | undefined
  /** Scheme, host and port of the server, without a trailing slash. */
  readonly origin: string
  /** The process whose terminal is used: its streams, environment, folder and signals. */
  readonly running: NodeJS.Process
  readonly home: string
  readonly environment?: FirstEnvironment | undefined
  /** `--readonly`: disables changes even if the server allows them. */
  readonly isReadonly?: boolean | undefined
  /** false: clicks and the wheel are left to the terminal. */
  readonly hasMouse?: boolean | undefined
  /** Milliseconds between readings of the list on screen; 0: it is read when asked for. */
  readonly refreshMs?: number | undefined
  /** `light`, `dark`, or `auto`: as the terminal says. */
  readonly theme?: string | undefined
  readonly proveKey: App['proveKey']
  readonly ownSettings?: App['ownSettings']
  readonly keepOwn: App['keepOwn']
  /** Calls back when these settings were changed elsewhere; the returned function stops it. */
  readonly followOwn?: (changed: (own: OwnSettings) => void) => () => void
  /**
   * Gets a new session or token; later calls of `core` use it. Work that needs the terminal itself, such as the sign-in of a
   * person, is run by `outside`: without our screen and keys, which come back after it.
   */
  readonly signInAgain: (outside: Outside) => Promise<SignInAgain>
  /** The same without interaction, e.g. for a service account with its key file; false if it failed. */
  readonly renewQuietly?: (() => Promise<boolean>) | undefined
}

export type Outside = <T>(work: () => Promise<T>) => Promise<T>

/** Debounces drawing while the window is resized. */
const resizeWaitMs = 40

/**
 * The terminal UI of this process, until the person leaves. Resolves with the exit code: 0, 130 for Ctrl-C, 2 where
 * the terminal cannot show it; 'again' to begin with a new core. Rejects when it crashes; the terminal is restored first in both cases.
 */
export async function runTerminal(options: TerminalOptions): Promise<number | 'again'> {
  const { running } = options
  const { stdin, stdout, stderr, env } = running
  if (!stdin.isTTY || !stdout.isTTY || env['TERM'] === 'dumb') {
    stderr.write('The terminal UI needs a terminal that can move its cursor. Use the commands: portico help topics\n')
    return 2
  }
  return new Promise((resolve, reject) => {
    const isLinear = isForScreenReader(env)
    const hasMouse = options.hasMouse !== false && !isLinear && env['TERM'] !== 'linux'
    const modes = createTerminalModes({ write: (text) => void stdout.write(text), isLinear, hasMouse })
    const input = new InkInput()
    const screen = new Screen(stdout, isLinear, isAscii(env, running.platform))
    const question = createBackgroundQuestion({
      write: () => void stdout.write(backgroundQuestion),
      now: () => options.core.clock.now(),
    })
    let mounted: Mounted | undefined
    let ending = false
    let isLent = false

    const app: App = createApp(
      {
        core: options.core,
        words: options.words ?? createWords('en', englishMessages),
        origin: options.origin,
        env,
        platform: running.platform,
        size: () => ({ columns: screen.columns, rows: screen.realRows }),
        hasMouse,
        background: knownBackground(env, options.theme),
        isReadonly: options.isReadonly ?? false,
        copy: (text) => void stdout.write(clipboardSequence(text, env)),
        openUrl: (url) => openUrl(url, env, running.platform),
        readFile: (path, bytesMax) => readFileStart(path, bytesMax, { cwd: running.cwd(), home: options.home }),
        readChunks: (path) => readFileChunks(path, { cwd: running.cwd(), home: options.home }),
        writeFile: (path, text) => writeNewFile(path, text, { cwd: running.cwd(), home: options.home }),
        keyFolder: (path) => openKeyFolder(resolvePath(running.cwd(), inHome(path, options.home))),
        proveKey: options.proveKey,
        ownSettings: options.ownSettings,
        keepOwn: options.keepOwn,
        signInAgain: () => options.signInAgain(outside),
        quit: () => end(() => resolve(0)),
        restart: () => end(() => resolve('again')),
        redraw: () => redraw(),
        crashed: (reason) => crashed(reason),
      },
      firstPlace(options.environment),
      createView,
    )
    const clock = createTerminalSession(app, options.renewQuietly, () => startApp(app, options.environment))
    const layers = createLayers(app, clock)
    const gate = createGate({
      source: stdin,
      deliver: (event) =>
        event.kind === 'mouse'
          ? mouseSteps(event, { app, layers, feed: (sequence) => input.feed(sequence) })
          : dispatch(event, {
              layers: layers.all,
              feed: (sequence) => input.feed(sequence),
              run: (binding) => app.run(binding),
              unbound: (key) => app.say(app.words.say('tui.unbound', { key: keyText(key) })),
            }),
      background: (colour) => {
        question.answered()
        const background = backgroundIn(colour)
        if (background !== undefined) app.state.setState({ background })
      },
      settled: () => app.work.settled(),
      interrupt: () => interrupt(),
      suspend: () => suspension.suspend(),
      ended: () => end(() => resolve(signalExitCodes.SIGHUP)),
    })

    const draw = () => {
      screen.forget()
      mounted = mount({ app, layers, clock, input, screen, isLinear, crashed: (reason) => crashed(reason) })
    }
    const redraw = () => {
      // Not inside Ink's call of a handler, because Ink is unmounted here.
      setImmediate(() => {
        if (ending || isLent) return
        mounted?.unmount()
        app.resize()
        if (!isLinear) stdout.write(clearSequence)
        draw()
      })
    }
    let resizing: NodeJS.Timeout | undefined
    const resized = () => {
      clearTimeout(resizing)
      resizing = setTimeout(redraw, resizeWaitMs)
    }
    const restore = () => {
      gate.close()
      modes.leave()
    }
    const suspension = createSuspension(running, {
      isEnding: () => ending,
      giveBack: () => {
        mounted?.unmount()
        restore()
      },
      takeAgain: () => {
        modes.enter()
        gate.open()
        app.resize()
        draw()
      },
    })
    const outside: Outside = async (work) => {
      isLent = true
      return suspension.lend(() => withoutTypedKeys(stdin, work).finally(() => (isLent = false)))
    }
    const letGo = restoreAtEnd(running, { restore, crashed: (reason) => crashed(reason), isLent: () => isLent })
    const stopBanners = closeBannersInTime(options.core)
    const stopClock = tickInTime(clock, (reason) => crashed(reason))
    const stopOwn = options.followOwn?.((own) => app.own.setState(own, true))
    const stopRefresh = refreshInTime(app, layers, options.refreshMs ?? 0)

    function end(then: () => void): void {
      if (ending) return
      ending = true
      clearTimeout(resizing)
      stopBanners()
      stopClock()
      stopOwn?.()
      stopRefresh()
      stdout.off('resize', resized)
      mounted?.unmount()
      const finish = () => {
        restore()
        letGo()
        suspension.close()
        then()
      }
      if (question.isOpen()) void question.settled().then(finish)
      else finish()
    }

    function crashed(reason: unknown): void {
      end(() => reject(reason instanceof Error ? reason : new Error(String(reason))))
    }

    /** Ctrl-C asks once if there are unsaved changes; the second Ctrl-C does not. */
    function interrupt(): void {
      const leave = () => end(() => resolve(signalExitCodes.SIGINT))
      if (options.core.leaveBlocker.getState().showDialog) leave()
      else options.core.leaveBlocker.leave(leave)
    }

    stdout.on('resize', resized)
    modes.enter()
    gate.open()
    // Starts loading before the first frame, which then shows that it is loading instead of empty.
    app.work.run(() => startApp(app, options.environment))
    draw()
    if (!isLinear && asksBackground(env, options.theme)) question.send()
  })
}
