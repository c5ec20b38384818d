import { useForm } from 'react-hook-form';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queries } from '../data.ts';
import { begin, hasEnded } from '../session.ts';

export function SignIn() {
  const { register, handleSubmit } = useForm<{ name: string; password: string }>();
  const signIn = useMutation({
    mutationFn: (fields: { name: string; password: string }) => call('consoleSignIn', fields),
    onSuccess: (signedIn) => {
      queries.clear();
      begin(signedIn);
    },
  });
  return (
    <div className="sign-in">
      <form className="card stack" onSubmit={(event) => void handleSubmit((fields) => signIn.mutate(fields))(event)}>
        <h1>Khara back office</h1>
        {hasEnded() && !signIn.error ? <p>Your session has ended. Fifteen idle minutes are enough for that.</p> : null}
        <label>
          Name
          <input autoFocus autoComplete="username" autoCapitalize="none" {...register('name', { required: true })} />
        </label>
        <label>
          Password
          <input type="password" autoComplete="current-password" {...register('password', { required: true })} />
        </label>
        {signIn.error ? <p role="alert">{signIn.error.message}</p> : null}
        <button type="submit" className="primary" disabled={signIn.isPending}>
          Sign in
        </button>
      </form>
    </div>
  );
}
