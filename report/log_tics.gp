# log_tics.gp -- tics of a logarithmic y axis of ratios: as many round numbers as have room, the roundest first
#
# Set before: low, high (the range), tic_gap (the least distance of two tics, as a part of the axis).
tic_choice = "1 0.5 2 0.2 5 0.1 10 0.05 20 0.02 50 0.01 100 1.5 0.7 3 0.3 7 1.2 0.8 1.1 0.9 1.05 0.95 1.02 0.98 1.3 1.4 0.6 0.4 4 2.5 1.8 1.7 1.6"
tics = ""
do for [tic in tic_choice] {
    if (real(tic) >= low && real(tic) <= high) {
        is_free = 1
        do for [other in tics] { if (abs(log(real(tic) / real(other))) < tic_gap * log(high / low)) { is_free = 0 } }
        if (is_free) { tics = tics . " " . tic }
    }
}
set ytics ()
do for [tic in tics] { set ytics add (tic real(tic)) }
