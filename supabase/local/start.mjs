// `npm start` runs this first, on any version of Node. Old versions must be able to parse it, so it uses plain syntax and
// imports nothing before it has checked the version.

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
      // The message of a StackError is enough; any other error is a bug, so it is shown with its stack.
      fail(error && error.name === 'StackError' ? error.message : error)
    })
}
