/** Beginnings for someone who does not know how to start, to be put into a letter and written on from. */
export const openers = [
  'What I want you to know, in case I never said it:',
  'I remember one day with you as if it were last week:',
  'Something you did that stayed with me:',
  'What I’d do differently, and what I wouldn’t change:',
  'When something goes wrong, and it will, think of this:',
  'What I wish for you, once the sad part is behind you:',
  'There’s something I never told you:',
]
