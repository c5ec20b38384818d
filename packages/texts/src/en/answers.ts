/** What the server says in `msg` when a call has succeeded, and the app with it. */
export default {
  done: 'Operation successful',
  submittedForReview: 'Submitted successfully, please wait for review',
  loggedIn: 'Login succeeded',
  loggedOut: 'Successfully logged out',
  submittedContact: 'Successfully submitted, please contact customer service for review',
  subscribed: 'Successful subscription',
} as const;
