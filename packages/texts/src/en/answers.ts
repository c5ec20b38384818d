/** What the server says in `msg` when a call has succeeded. */
export default {
  done: 'Operation successful',
  submittedForReview: 'Submitted successfully, please wait for review',
  loggedIn: 'Login succeeded',
  loggedOut: 'Successfully logged out',
  submitted: 'Submitted successfully, please wait for review',
  subscribed: 'Successful subscription',
} as const;
