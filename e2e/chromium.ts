import { existsSync } from 'node:fs'

// Debian's, where it is installed. The shell without windows comes first, as Playwright itself prefers: the stories take
// half as long in it.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

/** Starts the Chromium that is installed, otherwise the one from `npx playwright install chromium`. */
export const chromiumOptions = {
  ...(installed ? { executablePath: installed } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    // The address bar's suggestions are separate pages that load for every window although no test shows them.
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
    // A fake camera and microphone that show a test picture and need no permission prompt.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
}
