// Signs people in with Portico, greets them with their roles, and signs them out.
//
//	ISSUER=http://127.0.0.1:8080 CLIENT_ID=… CLIENT_SECRET=pcs_… go run ./signin
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	attemptLife = 10 * time.Minute
	sessionLife = 8 * time.Hour
)

type app struct {
	issuer, url    string
	oauth          oauth2.Config
	verifier       *oidc.IDTokenVerifier
	endSession     string
	attempt, login string // names of the cookies

	// Who is signed in, by the value of the cookie. Several processes need a shared store.
	mutex    sync.Mutex
	sessions map[string]person
}

type person struct {
	Name    string
	Roles   []string
	idToken string
	endsAt  time.Time
}

type attempt struct{ State, Nonce, Verifier string }

func main() {
	port := cmp.Or(os.Getenv("PORT"), "3000")
	// Where browsers reach this program. Behind a proxy with TLS, set its https address.
	a := &app{issuer: os.Getenv("ISSUER"), url: cmp.Or(os.Getenv("APP_URL"), "http://localhost:"+port), sessions: map[string]person{}}
	provider, err := oidc.NewProvider(context.Background(), a.issuer)
	check(err)
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	check(provider.Claims(&metadata))
	a.endSession = metadata.EndSession
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	a.oauth = oauth2.Config{
		ClientID: os.Getenv("CLIENT_ID"), ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint: endpoint, RedirectURL: a.url + "/callback", Scopes: []string{oidc.ScopeOpenID, "profile"},
	}
	// Checks signature, issuer, audience and expiry of ID tokens; the nonce is checked below.
	a.verifier = provider.Verifier(&oidc.Config{ClientID: a.oauth.ClientID, SupportedSigningAlgs: []string{oidc.RS256}})
	a.attempt, a.login = "attempt", "session"
	if a.isSecure() {
		// The prefix keeps other hosts of the same domain from setting these cookies.
		a.attempt, a.login = "__Host-attempt", "__Host-session"
	}

	http.HandleFunc("GET /{$}", a.home)
	http.HandleFunc("GET /sign-in", a.signIn)
	http.HandleFunc("GET /callback", a.callback)
	http.HandleFunc("POST /sign-out", a.signOut)
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	check(err)
	fmt.Printf("listening on %s\n", a.url)
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

func (a *app) home(w http.ResponseWriter, r *http.Request) {
	if who, isSignedIn := a.person(r); isSignedIn {
		show(w, http.StatusOK, "person", who)
		return
	}
	show(w, http.StatusOK, "guest", nil)
}

func (a *app) signIn(w http.ResponseWriter, r *http.Request) {
	// The launcher sends the issuer (third-party-initiated login). Other addresses in the query are not used.
	if r.URL.Query().Has("iss") && r.URL.Query().Get("iss") != a.issuer {
		show(w, http.StatusBadRequest, "failed", "The sign-in was begun for another issuer.")
		return
	}
	begun := attempt{rand.Text(), rand.Text(), oauth2.GenerateVerifier()}
	value, _ := json.Marshal(begun)
	a.setCookie(w, a.attempt, base64.RawURLEncoding.EncodeToString(value), attemptLife)
	to := a.oauth.AuthCodeURL(begun.State, oidc.Nonce(begun.Nonce), oauth2.S256ChallengeOption(begun.Verifier))
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (a *app) callback(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	begun, err := a.readAttempt(r)
	if err != nil || query.Get("state") != begun.State {
		show(w, http.StatusBadRequest, "failed", "This browser began no sign-in with this state in the last 10 minutes.")
		return
	}
	if query.Has("error") {
		show(w, http.StatusBadRequest, "failed", query.Get("error")+": "+query.Get("error_description"))
		return
	}
	who, err := a.redeem(r.Context(), query.Get("code"), begun)
	if err != nil {
		log.Printf("refused: %v", err)
		reason := "The answer was not accepted."
		if answer := new(oauth2.RetrieveError); errors.As(err, &answer) && answer.ErrorCode != "" {
			reason = answer.ErrorCode + ": " + answer.ErrorDescription
		}
		show(w, http.StatusBadRequest, "failed", reason)
		return
	}
	// Always a new id: one that was planted in the browser before the sign-in is worthless.
	id := rand.Text()
	a.mutex.Lock()
	for old, one := range a.sessions {
		if one.endsAt.Before(time.Now()) {
			delete(a.sessions, old)
		}
	}
	if cookie, err := r.Cookie(a.login); err == nil {
		delete(a.sessions, cookie.Value)
	}
	a.sessions[id] = who
	a.mutex.Unlock()
	a.setCookie(w, a.login, id, sessionLife)
	a.setCookie(w, a.attempt, "", -time.Second)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (a *app) redeem(ctx context.Context, code string, begun attempt) (person, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	tokens, err := a.oauth.Exchange(ctx, code, oauth2.VerifierOption(begun.Verifier))
	if err != nil {
		return person{}, err
	}
	raw, isText := tokens.Extra("id_token").(string)
	if !isText {
		return person{}, errors.New("the answer has no ID token")
	}
	idToken, err := a.verifier.Verify(ctx, raw)
	if err != nil {
		return person{}, err
	}
	if idToken.Nonce != begun.Nonce {
		return person{}, errors.New("the nonce is not the one that was sent")
	}
	var claims struct {
		Name  string   `json:"name"`
		Roles []string `json:"roles"`
	}
	if err := idToken.Claims(&claims); err != nil {
		return person{}, err
	}
	return person{cmp.Or(claims.Name, idToken.Subject), claims.Roles, raw, time.Now().Add(sessionLife)}, nil
}

// signOut ends the session here, then the one in the portal. SameSite keeps other sites from posting this form.
func (a *app) signOut(w http.ResponseWriter, r *http.Request) {
	who, isSignedIn := a.person(r)
	if !isSignedIn {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	cookie, _ := r.Cookie(a.login)
	a.mutex.Lock()
	delete(a.sessions, cookie.Value)
	a.mutex.Unlock()
	a.setCookie(w, a.login, "", -time.Second)
	query := url.Values{"id_token_hint": {who.idToken}, "post_logout_redirect_uri": {a.url + "/"}}
	http.Redirect(w, r, a.endSession+"?"+query.Encode(), http.StatusSeeOther)
}

func (a *app) person(r *http.Request) (person, bool) {
	cookie, err := r.Cookie(a.login)
	if err != nil {
		return person{}, false
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	who, isKnown := a.sessions[cookie.Value]
	return who, isKnown && time.Now().Before(who.endsAt)
}

func (a *app) readAttempt(r *http.Request) (begun attempt, err error) {
	cookie, err := r.Cookie(a.attempt)
	if err != nil {
		return begun, err
	}
	value, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return begun, err
	}
	if err := json.Unmarshal(value, &begun); err != nil {
		return begun, err
	}
	if begun.State == "" || begun.Nonce == "" {
		return begun, errors.New("the cookie is incomplete")
	}
	return begun, nil
}

// setCookie sets a cookie, or removes it where life is negative.
func (a *app) setCookie(w http.ResponseWriter, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: a.isSecure(),
	})
}

func (a *app) isSecure() bool { return strings.HasPrefix(a.url, "https:") }

// html/template escapes every value.
var pages = template.Must(template.New("").Parse(`
{{define "guest"}}<h1>Billing</h1><p>You are not signed in.</p><a href="/sign-in">Sign in</a>{{end}}
{{define "person"}}<h1>Hello, {{.Name}}</h1>
<p>Your roles: {{range $i, $role := .Roles}}{{if $i}}, {{end}}{{$role}}{{else}}none{{end}}</p>
<form method="post" action="/sign-out"><button>Sign out</button></form>{{end}}
{{define "failed"}}<h1>The sign-in failed</h1><p>{{.}}</p><a href="/sign-in">Try again</a>{{end}}
`))

func show(w http.ResponseWriter, status int, name string, values any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprint(w, `<!doctype html><html lang="en"><title>Billing</title>`)
	if err := pages.ExecuteTemplate(w, name, values); err != nil {
		log.Print(err)
	}
	fmt.Fprint(w, "</html>")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
