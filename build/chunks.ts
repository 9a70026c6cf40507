/**
 * Modules that are loaded together share a file. Otherwise each set of pages that shares a module would get a separate
 * file for it: twice as many files, which every page has to list and which compress worse. The first group that matches
 * takes a module and what it imports.
 */
export const chunks = [
  // What every page needs and releases rarely change, so browsers keep it from release to release.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
  // Every page, including the landing page.
  {
    name: 'base',
    test: /src\/(app\/(routes|wordmark)|ui\/(button|comfort|icons|cx|page\/(document-title|skeleton-page))|lib\/(paths|product|stored-session|when-touched))\.|vite\/preload-helper/,
  },
  // The routes behind sign-in, which the landing page does not need.
  { name: 'screens', test: /src\/app\/screens\./ },
  // Every page except the landing page.
  {
    name: 'page',
    test: /src\/(ui\/(notice|page\/(page|states|lazy-at-once))|lib\/(characters|env|fetch-with-limit|retry-deadlocks)|data\/membership\/billing-setting|features\/billing\/rarely-shown)\./,
  },
  // What checks forms and answers. Pages before sign-in need it without the Supabase client, once a form is used.
  { name: 'checks', test: /node_modules\/zod\/|src\/lib\/validation\./ },
  // Sign-in, a guest's page, and every page after sign-in. The Supabase client comes to sign-in only when the form is used.
  {
    name: 'visitor',
    test: /src\/(ui\/(dialog-actions|take-focus|forms\/(field|form-frame|failure-notice|use-one-field-form)|hooks\/use-is-past|lists\/description-list)|lib\/(count|database.types|dates|tab-storage)|data\/(refusal|session\/session))\./,
  },
  { name: 'client', test: /src\/data\/(client|functions|session\/auth)\./ },
  // Tabs, switches and dialogs are made of these. Otherwise tabs would bring what is only for dialogs.
  {
    name: 'radix',
    test: /@radix-ui\/(primitive|react-(slot|primitive|compose-refs|context|use-controllable-state))\//,
  },
  { name: 'radix-shown', test: /@radix-ui\/react-(id|presence|use-callback-ref)\// },
  // The pages after sign-in: their frame, and what most of them use.
  {
    name: 'signed-in',
    test: /src\/(app\/app-shell|ui\/(badge|confirm-dialog|visibility-note|progress-bar|page\/(card|joined|loaded|part-on-demand)|media\/open-file-button)|plan\/(use-wants-to-add|people\/role-words)|data\/(account\/profiles|memorial\/(access-event-keys|rechecked)|people\/designations|plan-overview|rows\/versioned-update)|plan\/section)\./,
  },
  // How complete each part is: for the dashboard and the history, and not for those who read another person's plan.
  { name: 'sections', test: /src\/sections\/sections\./ },
  // Forms on a page, and those in a dialog.
  { name: 'forms', test: /src\/ui\/forms\/((use-)?versioned-form|leave-guard)\./ },
  { name: 'dialog', test: /src\/ui\/dialog\./ },
  { name: 'dialog-forms', test: /src\/(plan\/row-dialog|ui\/forms\/form-dialog)\./ },
  // Links to files, their names and their sizes, which the export of files needs without sending any.
  { name: 'files', test: /src\/data\/files\/(file-link|storage)\./ },
  { name: 'file-names', test: /src\/lib\/files\/(stored-names|archive-names)\./ },
  { name: 'file-sizes', test: /src\/(lib\/files\/file-size|data\/files\/retries)\./ },
  {
    name: 'uploads',
    test: /src\/(data\/files\/(uploads|row-files)|ui\/forms\/(file-picker|upload-progress))\./,
  },
  // How the parts of a plan are read. What shows them comes later, each in a file of its own.
  { name: 'sources', test: /src\/(sections\/[^/]+\/source|data\/rows\/owned-rows)\./ },
  { name: 'plan', test: /src\/sections\/(facts|plan)\./ },
  {
    name: 'memorial',
    test: /src\/(data\/memorial\/memorials|plan\/memorial\/(memorial-denied|review-words))\./,
  },
  // What the pages about a plan that was shared have in common.
  {
    name: 'memorials',
    test: /src\/(plan\/memorial\/(memorial-(alerts|badge|unread)|is-released)|sections\/(memorial|part-tab))\./,
  },
  // What all parts that are lists have in common; and their screens.
  { name: 'lists', test: /src\/data\/rows\/(owned-list|list-cache)\./ },
  { name: 'list-pages', test: /src\/plan\/list-page\./ },
].map((chunk, index, all) => ({ ...chunk, priority: all.length - index }))
