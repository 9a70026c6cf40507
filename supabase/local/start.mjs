// The first thing `npm start` runs, on whatever Node there is: it must be readable to old ones too, so it is written
// plainly and imports nothing before the version has been looked at.

var wanted = 'Node 20.19 or newer in 20, 22.12 or newer in 22, or 24 and later'

function fits(version) {
  var parts = version.split('.').map(Number)
  var major = parts[0]
  var minor = parts[1]
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

if (!fits(process.versions.node)) {
  fail(
    `Heartwood needs ${wanted}, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and start again.`,
  )
} else {
  import('./install.mjs')
    .then((installer) => installer.installPackages())
    .then(() => import('tsx/esm/api'))
    .then((tsx) => {
      tsx.register()
      return import('./main.ts')
    })
    .then((entry) => entry.main(process.argv.slice(2)))
    .catch((error) => {
      // A StackError says all in its message; anything else is a fault of ours, and its stack helps to find it.
      fail(error && error.name === 'StackError' ? error.message : error)
    })
}
