// An API that accepts Portico's access tokens.
//
//	ISSUER=https://portal.example.com AUDIENCE=urn:portico:acme:application:billing go run ./server
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"portico.example/verifying/verify"
)

// Each path, and the role that opens it.
var pages = map[string]string{"/invoices": "clerk", "/approvals": "approver"}

func main() {
	verifier, err := verify.New(context.Background(), os.Getenv("ISSUER"), os.Getenv("AUDIENCE"))
	if err != nil {
		log.Fatal(err)
	}
	for path, role := range pages {
		http.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { open(w, r, verifier, role) })
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "9000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}

func open(w http.ResponseWriter, r *http.Request, verifier *verify.Verifier, role string) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") || token == "" {
		w.Header().Set("WWW-Authenticate", "Bearer")
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_request"})
		return
	}
	sender, err := verifier.Verify(r.Context(), token)
	if err != nil {
		log.Printf("refused: %v", err)
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_token"})
		return
	}
	if !sender.Has(role) {
		answer(w, http.StatusForbidden, map[string]string{"error": "insufficient_scope"})
		return
	}
	answer(w, http.StatusOK, sender)
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}
